// What the Glibc overlay leaves out: epoll, eventfd, timerfd and accept4.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

// Behind _GNU_SOURCE in <sys/socket.h>, which the overlay's own module map does not define.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
