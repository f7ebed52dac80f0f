#include <curl/curl.h>

// What libcurl spells with as many parameters as there are: Swift calls no such function.

static inline CURLcode curl_set_text(CURL *transfer, CURLoption option, const char *text) {
  return curl_easy_setopt(transfer, option, text);
}

static inline CURLcode curl_set_number(CURL *transfer, CURLoption option, long number) {
  return curl_easy_setopt(transfer, option, number);
}

static inline CURLcode curl_set_list(
    CURL *transfer, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(transfer, option, list);
}

// Who takes the bytes of an answer, and what they get beside them.
static inline CURLcode curl_set_taker(
    CURL *transfer, size_t (*taker)(char *, size_t, size_t, void *), void *context) {
  CURLcode code = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, taker);
  return code == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_WRITEDATA, context) : code;
}

static inline long curl_status(CURL *transfer) {
  long status = 0;
  curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

// Where an answer leads, as a whole address; NULL where it leads nowhere. It is the transfer's.
static inline const char *curl_redirection(CURL *transfer) {
  char *address = NULL;
  curl_easy_getinfo(transfer, CURLINFO_REDIRECT_URL, &address);
  return address;
}

// How many seconds an answer asks to wait; 0 where it does not.
static inline long curl_retry_seconds(CURL *transfer) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(transfer, CURLINFO_RETRY_AFTER, &seconds);
  return (long)seconds;
}
