#include <arpa/inet.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

// What OpenSSL spells as macros, or with parameter lists that Swift cannot build.

// Exported by libc, whoever else stands in for `malloc`.
void *__libc_malloc(size_t count);
void *__libc_realloc(void *memory, size_t count);
void __libc_free(void *memory);

static inline void *openssl_libc_malloc(size_t count, const char *file, int line) {
  return __libc_malloc(count);
}
static inline void *openssl_libc_realloc(void *memory, size_t count, const char *file, int line) {
  return __libc_realloc(memory, count);
}
static inline void openssl_libc_free(void *memory, const char *file, int line) {
  __libc_free(memory);
}

// Has OpenSSL take its memory from libc; 0 where it has some already.
static inline int openssl_use_libc_memory(void) {
  return CRYPTO_set_mem_functions(openssl_libc_malloc, openssl_libc_realloc, openssl_libc_free);
}

static inline void tls_set_versions(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// What a client does: as the server, 1.2 or newer, and a write may take a part of what it was given.
static inline void tls_be_client(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(
      context, SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

// The peer's end of the stream without `close_notify` is as good as one with it, for HTTP and WebSocket
// say how long everything is. Nobody needs renegotiation, which costs the server and not the peer. A
// silent connection holds no record buffers, which are four times all the rest.
static inline void tls_set_behaviour(SSL_CTX *context) {
  SSL_CTX_set_options(
      context, SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
  SSL_CTX_set_mode(
      context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                   SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

static inline void tls_set_groups(SSL_CTX *context, const char *names) {
  SSL_CTX_set1_groups_list(context, names);
}

static inline void tls_disable_session_cache(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline int tls_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

static inline void tls_on_server_name(SSL_CTX *context, int (*callback)(SSL *, int *, void *)) {
  SSL_CTX_set_tlsext_servername_callback(context, callback);
}

static inline int tls_set_host_name(SSL *session, const char *name) {
  return (int)SSL_set_tlsext_host_name(session, name);
}

// A memory BIO reads the bytes where they are: so each of these is done with them when it returns.

// The first certificate of a PEM text, which is the caller's to free; NULL where there is none.
static inline X509 *tls_read_certificate(const void *bytes, int count) {
  BIO *memory = BIO_new_mem_buf(bytes, count);
  X509 *certificate = PEM_read_bio_X509(memory, NULL, NULL, NULL);
  BIO_free(memory);
  ERR_clear_error();
  return certificate;
}

// Left to itself libcrypto would ask on the terminal for the passphrase of a guarded key.
static inline int tls_no_passphrase(char *text, int size, int writes, void *data) { return -1; }

// The private key of a PEM text, which is the caller's to free; NULL where there is none, or it is
// guarded.
static inline EVP_PKEY *tls_read_key(const void *bytes, int count) {
  BIO *memory = BIO_new_mem_buf(bytes, count);
  EVP_PKEY *key = PEM_read_bio_PrivateKey(memory, NULL, tls_no_passphrase, NULL);
  BIO_free(memory);
  ERR_clear_error();
  return key;
}

// The bytes that a memory BIO has gathered; they live as long as it does.
static inline long tls_memory_bytes(BIO *memory, char **bytes) {
  return BIO_get_mem_data(memory, bytes);
}

// The certificates of a PEM text, in its order, up to the first thing in it that is none; the caller frees
// them.
static inline STACK_OF(X509) *tls_read_certificates(const void *bytes, int count) {
  STACK_OF(X509) *certificates = sk_X509_new_null();
  BIO *memory = BIO_new_mem_buf(bytes, count);
  X509 *certificate;
  while ((certificate = PEM_read_bio_X509(memory, NULL, NULL, NULL)) != NULL) {
    sk_X509_push(certificates, certificate);
  }
  BIO_free(memory);
  ERR_clear_error();
  return certificates;
}

// One of them, which is theirs; NULL where there are no more.
static inline X509 *tls_certificate(const STACK_OF(X509) *certificates, int index) {
  return sk_X509_value(certificates, index);
}

static inline void tls_free_certificates(STACK_OF(X509) *certificates) {
  sk_X509_pop_free(certificates, X509_free);
}

// Begins the encryption, or the decryption, of one session ticket.
static inline int tls_begin_ticket(
    EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac, const unsigned char *iv,
    const unsigned char *cipher_key, unsigned char *mac_key, int encrypts) {
  char digest[] = "SHA256";
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, mac_key, 32),
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
      OSSL_PARAM_construct_end()};
  return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, cipher_key, iv, encrypts) == 1 &&
         EVP_MAC_CTX_set_params(mac, parameters) == 1;
}

// The alternative name at `index` of a certificate as text: its length, 0 for one that is neither a
// name nor an address, -1 where there are no more.
static inline int tls_alternative_name(X509 *certificate, int index, char *text, int size) {
  int result = -1;
  GENERAL_NAMES *names =
      (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  if (names != NULL && index < sk_GENERAL_NAME_num(names)) {
    GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    result = 0;
    if (name->type == GEN_DNS) {
      int length = ASN1_STRING_length(name->d.dNSName);
      if (length > 0 && length < size) {
        memcpy(text, ASN1_STRING_get0_data(name->d.dNSName), (size_t)length);
        result = length;
      }
    } else if (name->type == GEN_IPADD) {
      int length = ASN1_STRING_length(name->d.iPAddress);
      const unsigned char *bytes = ASN1_STRING_get0_data(name->d.iPAddress);
      int family = length == 4 ? AF_INET : AF_INET6;
      if ((length == 4 || length == 16) &&
          inet_ntop(family, bytes, text, (socklen_t)size) != NULL) {
        result = (int)strlen(text);
      }
    }
  }
  GENERAL_NAMES_free(names);
  return result;
}

// When a certificate ends, in seconds since 1970 UTC; 0 where it does not say.
static inline long tls_end_seconds(X509 *certificate) {
  struct tm end;
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) != 1) return 0;
  return (long)timegm(&end);
}

static inline long tls_start_seconds(X509 *certificate) {
  struct tm start;
  if (ASN1_TIME_to_tm(X509_get0_notBefore(certificate), &start) != 1) return 0;
  return (long)timegm(&start);
}

// A fresh ECDSA key on P-256.
static inline EVP_PKEY *tls_make_key(void) { return EVP_EC_gen("P-256"); }

// Adds an extension, written as in x509v3_config(5).
static inline int tls_add_extension(X509 *subject, X509 *issuer, int kind, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
  X509V3_set_ctx_nodb(&context);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
  if (extension == NULL) return 0;
  int result = X509_add_ext(subject, extension, -1);
  X509_EXTENSION_free(extension);
  return result;
}

// Whether an authority's name constraints let it vouch for a certificate.
static inline int tls_may_vouch(X509 *authority, X509 *certificate) {
  NAME_CONSTRAINTS *constraints =
      (NAME_CONSTRAINTS *)X509_get_ext_d2i(authority, NID_name_constraints, NULL, NULL);
  if (constraints == NULL) return 1;
  // Of a certificate that was made here the names are looked up in its extensions by this.
  X509_check_purpose(certificate, -1, 0);
  int result = NAME_CONSTRAINTS_check(certificate, constraints) == X509_V_OK;
  NAME_CONSTRAINTS_free(constraints);
  return result;
}
