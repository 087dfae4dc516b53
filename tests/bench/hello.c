/*
 * hello.c - the least that a libmicrohttpd server can do: one answer, made
 * once, for every request; threads and epoll as the daemon has them.
 */
#include "tests/bench/server.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/bench.h"

static enum MHD_Result answer(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
	const char *version, const char *upload, size_t *upload_size, void **state)
{
	static int seen;

	(void)url, (void)method, (void)version, (void)upload;
	if (!*state) {
		*state = &seen;
		return MHD_YES;
	}
	if (*upload_size) {
		*upload_size = 0;
		return MHD_YES;
	}
	return MHD_queue_response(connection, MHD_HTTP_OK, arg);
}

void hello_serve(size_t body_size, int port_to)
{
	char *body = malloc(body_size + 1);
	struct MHD_Response *response;
	struct MHD_Daemon *daemon;
	const union MHD_DaemonInfo *info;
	int port;

	if (!body)
		die("no memory");
	memset(body, 'x', body_size);
	response = MHD_create_response_from_buffer(body_size, body, MHD_RESPMEM_PERSISTENT);
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
	daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, response,
		MHD_OPTION_THREAD_POOL_SIZE, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), MHD_OPTION_END);
	if (!daemon)
		die("the bare server does not start");
	info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
	port = info->port;
	if (write(port_to, &port, sizeof(port)) != sizeof(port))
		die("the bare server cannot tell its port");
	for (;;)
		pause();
}
