#include <zlib.h>

// `deflateInit2` and `inflateInit2` are macros, which Swift does not import. Both are for
// DEFLATE without a header or checksum around it (RFC 1951), as permessage-deflate has it.
static inline int dogear_deflate_init_raw(z_streamp stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, -window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int dogear_inflate_init_raw(z_streamp stream, int window_bits) {
  return inflateInit2(stream, -window_bits);
}
