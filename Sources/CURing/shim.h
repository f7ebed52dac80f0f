// First: liburing.h asks for another face of glibc, whose types would not be those of the other modules.
#include <features.h>
#include <liburing.h>
