/* Counts what many websockets receive, with the time of each message: a client that takes less than any server.

   counter HOST PORT PATH SOCKETS PER_ADDRESS PROTOCOL SUBSCRIBE SAMPLES

   PROTOCOL "-": none is spoken; else the greeting of graphql-transport-ws comes first. Lines on stdin: `go` sends
   SUBSCRIBE on every socket; `await N` waits until each has N messages; `dump` writes the times of all messages to
   SAMPLES, as doubles, socket by socket; `reset` forgets them. Each is answered by a line with the time, in seconds of
   CLOCK_MONOTONIC, and the number of messages whose version did not follow the one before. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define READ_BYTES (256 * 1024)

typedef struct {
    int fd;
    char *rest;
    size_t rest_bytes, rest_room;
    double *times;
    size_t count, room;
    long version;
} Watcher;

static Watcher *all;
static int number, polled;
static long out_of_order, total, closed;
static char buffer[READ_BYTES * 2];

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec + at.tv_nsec / 1e9;
}

static void die(const char *what) {
    fprintf(stderr, "counter: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void write_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t sent = write(fd, data, size);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) { usleep(100); continue; }
        if (sent < 0) die("write");
        data += sent;
        size -= sent;
    }
}

/* A masked frame with a mask of zeros, which changes no byte. */
static void send_frame(int fd, int opcode, const char *data, size_t size) {
    char head[8] = {(char)(0x80 | opcode)};
    size_t length = 2;
    if (size < 126) head[1] = (char)(0x80 | size);
    else { head[1] = (char)(0x80 | 126); head[2] = (char)(size >> 8); head[3] = (char)size; length = 4; }
    char *frame = malloc(length + 4 + size);
    memcpy(frame, head, length);
    memset(frame + length, 0, 4);
    memcpy(frame + length + 4, data, size);
    write_all(fd, frame, length + 4 + size);
    free(frame);
}

static void take(Watcher *watcher, int opcode, const char *data, size_t size, double at) {
    if (opcode == 9) { send_frame(watcher->fd, 10, data, size); return; }
    if (opcode == 8) {
        if (closed++ < 3) fprintf(stderr, "counter: closed: %.*s\n", (int)(size > 2 ? size - 2 : 0), data + 2);
        return;
    }
    if (opcode != 1) return;
    const char *version = memmem(data, size, "\"version\":", 10);
    if (!version) {
        if (memmem(data, size, "\"error", 6)) fprintf(stderr, "counter: %.*s\n", (int)size, data);
        return;
    }
    long is = strtol(version + 10, NULL, 10);
    if (watcher->version && is != watcher->version + 1) out_of_order++;
    watcher->version = is;
    if (watcher->count == watcher->room) {
        watcher->room = watcher->room ? watcher->room * 2 : 64;
        watcher->times = realloc(watcher->times, watcher->room * sizeof(double));
    }
    watcher->times[watcher->count++] = at;
    total++;
}

static size_t frames(Watcher *watcher, const unsigned char *data, size_t size, double at) {
    size_t used = 0;
    while (size - used >= 2) {
        const unsigned char *head = data + used;
        size_t length = head[1] & 127, begins = 2;
        if (length == 126) {
            if (size - used < 4) break;
            length = head[2] << 8 | head[3];
            begins = 4;
        } else if (length == 127) {
            if (size - used < 10) break;
            length = 0;
            for (int i = 2; i < 10; i++) length = length << 8 | head[i];
            begins = 10;
        }
        if (size - used < begins + length) break;
        take(watcher, head[0] & 15, (const char *)head + begins, length, at);
        used += begins + length;
    }
    return used;
}

static void receive(Watcher *watcher) {
    memcpy(buffer, watcher->rest, watcher->rest_bytes);
    ssize_t got = read(watcher->fd, buffer + watcher->rest_bytes, READ_BYTES);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) { epoll_ctl(polled, EPOLL_CTL_DEL, watcher->fd, NULL); closed++; return; }
    size_t size = watcher->rest_bytes + got;
    size_t used = frames(watcher, (unsigned char *)buffer, size, now());
    watcher->rest_bytes = size - used;
    if (watcher->rest_bytes > READ_BYTES) die("a message is too long");
    if (watcher->rest_bytes > watcher->rest_room) {
        watcher->rest_room = watcher->rest_bytes;
        watcher->rest = realloc(watcher->rest, watcher->rest_room);
    }
    memcpy(watcher->rest, buffer + used, watcher->rest_bytes);
}

static void until(int fd, const char *text) {
    size_t size = 0;
    while (size < sizeof buffer - 1) {
        ssize_t got = read(fd, buffer + size, 1);
        if (got <= 0) die("the server closed a connection");
        buffer[++size] = 0;
        if (strstr(buffer, text)) return;
    }
}

static void open_one(Watcher *watcher, int at, char **given) {
    struct sockaddr_in own = {.sin_family = AF_INET}, other = {.sin_family = AF_INET};
    char address[32], request[512];
    snprintf(address, sizeof address, "127.0.1.%d", 1 + at / atoi(given[5]));
    inet_pton(AF_INET, address, &own.sin_addr);
    inet_pton(AF_INET, given[1], &other.sin_addr);
    other.sin_port = htons(atoi(given[2]));
    watcher->fd = socket(AF_INET, SOCK_STREAM, 0);
    int yes = 1;
    setsockopt(watcher->fd, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &yes, sizeof yes);
    setsockopt(watcher->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (bind(watcher->fd, (struct sockaddr *)&own, sizeof own)) die("bind");
    if (connect(watcher->fd, (struct sockaddr *)&other, sizeof other)) die("connect");
    int speaks = strcmp(given[6], "-");
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%s%s%s\r\n",
             given[3], speaks ? "Sec-WebSocket-Protocol: " : "", speaks ? given[6] : "", speaks ? "\r\n" : "");
    write_all(watcher->fd, request, strlen(request));
    until(watcher->fd, "\r\n\r\n");
    if (!strstr(buffer, " 101 ")) { fprintf(stderr, "counter: refused: %s\n", buffer); exit(1); }
    if (speaks) {
        send_frame(watcher->fd, 1, "{\"type\":\"connection_init\"}", 26);
        until(watcher->fd, "connection_ack\"}");
    }
    fcntl(watcher->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = watcher};
    epoll_ctl(polled, EPOLL_CTL_ADD, watcher->fd, &event);
}

static int all_have(size_t wanted) {
    for (int i = 0; i < number; i++)
        if (all[i].count < wanted) return 0;
    return 1;
}

static void dump(const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) die(path);
    for (int i = 0; i < number; i++) fwrite(all[i].times, sizeof(double), all[i].count, file);
    fclose(file);
}

int main(int argc, char **given) {
    if (argc != 9) { fprintf(stderr, "counter: eight arguments\n"); return 2; }
    struct rlimit files = {65536, 65536};
    setrlimit(RLIMIT_NOFILE, &files);
    number = atoi(given[4]);
    all = calloc(number, sizeof *all);
    polled = epoll_create1(0);
    struct epoll_event own = {.events = EPOLLIN, .data.ptr = NULL}, events[512];
    epoll_ctl(polled, EPOLL_CTL_ADD, 0, &own);
    for (int i = 0; i < number; i++) open_one(&all[i], i, given);
    printf("ready %.6f 0\n", now());
    fflush(stdout);
    size_t wanted = 0;
    for (;;) {
        int came = epoll_wait(polled, events, 512, -1);
        for (int i = 0; i < came; i++) {
            if (events[i].data.ptr) { receive(events[i].data.ptr); continue; }
            char line[64] = {0};
            if (read(0, line, sizeof line - 1) <= 0) return 0;
            if (!strncmp(line, "go", 2)) for (int j = 0; j < number; j++) send_frame(all[j].fd, 1, given[7], strlen(given[7]));
            if (!strncmp(line, "dump", 4)) dump(given[8]);
            if (!strncmp(line, "reset", 5)) for (int j = 0; j < number; j++) all[j].count = 0;
            if (!strncmp(line, "await", 5)) { wanted = strtoul(line + 5, NULL, 10); continue; }
            printf("done %.6f %ld\n", now(), out_of_order);
            fflush(stdout);
        }
        if (wanted && all_have(wanted)) {
            wanted = 0;
            printf("done %.6f %ld\n", now(), out_of_order);
            fflush(stdout);
        }
    }
}
