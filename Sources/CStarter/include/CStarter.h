#ifndef CSTARTER_H
#define CSTARTER_H

#include <stddef.h>

/// Bytes that are part of the program: there for as long as it runs, and nobody writes to them.
struct StarterBytes {
  const unsigned char *_Nonnull bytes;
  size_t count;
};

/// The file `starter.json`, whole: UTF-8, with no NUL at its end.
struct StarterBytes starter_json(void);

#endif
