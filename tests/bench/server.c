/* server.c - starting, watching and ending the servers that are measured. */
#include "tests/bench/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/bench.h"

/* The port of the first address in the log. */
static int read_port(int from)
{
	char line[4096];
	size_t used = 0;
	int port = 0;

	while (port == 0 && used < sizeof(line) - 1) {
		ssize_t got = read(from, line + used, 1);
		const char *at;

		if (got <= 0)
			break;
		line[++used] = '\0';
		if (line[used - 1] == '\n' && (at = strstr(line, "127.0.0.1:")))
			port = atoi(at + strlen("127.0.0.1:"));
	}
	if (port == 0)
		die("the daemon does not say where it listens: %.*s", (int)used, line);
	return port;
}

static int answers(int port)
{
	static const char request[] = "GET /readyz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n";
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
	char status[13] = "";
	int s = socket(AF_INET, SOCK_STREAM, 0), ready;

	ready = connect(s, (struct sockaddr *)&to, sizeof(to)) == 0 &&
		write(s, request, sizeof(request) - 1) == sizeof(request) - 1 &&
		recv(s, status, 12, MSG_WAITALL) == 12 && strcmp(status + 9, "200") == 0;
	close(s);
	return ready;
}

/* What is measured is no player; who wants to know what the limits cost sets them. */
static const char *const unlimited[] = {
	"MEEPLED_RATE_REQUESTS", "MEEPLED_RATE_ADDRESS", "MEEPLED_RATE_REGISTRATIONS", "MEEPLED_RATE_FAILURES",
	"MEEPLED_OPEN_GAMES",
};

static void run_daemon(const char *binary, const char *folder, int out)
{
	int nothing = open("/dev/null", O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(nothing, 0);
	dup2(out, 1);
	dup2(out, 2);
	for (size_t i = 0; i < sizeof(unlimited) / sizeof(unlimited[0]); i++)
		setenv(unlimited[i], "0", 0);
	execl(binary, binary, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--log-level", "warning", (char *)NULL);
	_exit(127);
}

double server_start(struct server *s, const char *binary, const char *folder)
{
	double begin = bench_now();
	int out[2];

	if (pipe(out) < 0)
		die("no pipe");
	s->pid = fork();
	if (s->pid == 0)
		run_daemon(binary, folder, out[1]);
	close(out[1]);
	s->log = out[0];
	s->port = read_port(out[0]);
	while (!answers(s->port))
		usleep(500);
	return bench_now() - begin;
}

void hello_start(struct server *s, size_t body_size)
{
	int port[2];

	if (pipe(port) < 0)
		die("no pipe");
	s->log = -1;
	s->pid = fork();
	if (s->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		hello_serve(body_size, port[1]);
	}
	close(port[1]);
	if (read(port[0], &s->port, sizeof(s->port)) != sizeof(s->port))
		die("the bare server did not start");
	close(port[0]);
}

void server_stop(struct server *s)
{
	int status;

	if (s->pid <= 0)
		return;
	kill(s->pid, s->log < 0 ? SIGKILL : SIGTERM);
	waitpid(s->pid, &status, 0);
	if (s->log >= 0) {
		close(s->log);
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
			die("the daemon ended with status %d", status);
	}
	s->pid = 0;
}

double server_cpu(const struct server *s)
{
	clockid_t clock;

	if (clock_getcpuclockid(s->pid, &clock) != 0)
		die("no CPU clock of process %d", (int)s->pid);
	return bench_clock(clock);
}

double server_resident(const struct server *s)
{
	char name[64], line[256];
	long kib = 0;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%d/status", (int)s->pid);
	f = fopen(name, "r");
	if (!f)
		die("cannot read %s", name);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "VmRSS: %ld", &kib) == 1)
			break;
	fclose(f);
	return (double)kib * 1024;
}
