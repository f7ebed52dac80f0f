// What the Glibc overlay leaves out: epoll, eventfd, timerfd, accept4, and a child without our files.
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

// Behind _GNU_SOURCE, which the overlay's own module map does not define.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
