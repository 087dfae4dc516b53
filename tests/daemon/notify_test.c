/*
 * Messages to the service manager, received at a socket of the test's own.
 */
#include <check.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/notify.h"

static int manager = -1;
static char name[64];

/* Listen at a path, or at a name without a file. */
static void listen_at(int abstract)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	snprintf(name, sizeof name, "%c%s/meepled-notify-%ld", abstract ? '@' : '/', abstract ? "" : "tmp",
		(long)getpid());
	memcpy(at.sun_path, name, strlen(name));
	if (abstract)
		at.sun_path[0] = '\0';
	manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	ck_assert_int_ge(manager, 0);
	unlink(name);
	ck_assert_int_eq(bind(manager, (struct sockaddr *)&at,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))), 0);
	setenv("NOTIFY_SOCKET", name, 1);
}

static void stop(void)
{
	if (manager >= 0)
		close(manager);
	manager = -1;
	unlink(name);
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	unsetenv("WATCHDOG_PID");
}

static const char *heard(void)
{
	static char text[256];
	ssize_t size = recv(manager, text, sizeof text - 1, 0);

	text[size < 0 ? 0 : size] = '\0';
	return text;
}

START_TEST(messages_come_as_they_are)
{
	listen_at(_i);
	ck_assert_int_eq(notify_send("WATCHDOG=1"), 0);
	ck_assert_str_eq(heard(), "WATCHDOG=1");
	notify_ready("127.0.0.1:8080");
	ck_assert_str_eq(heard(), "READY=1\nSTATUS=listening on 127.0.0.1:8080");
	notify_reloading();
	ck_assert_int_eq(strncmp(heard(), "RELOADING=1\nMONOTONIC_USEC=", 27), 0);
	notify_stopping();
	ck_assert_int_eq(strncmp(heard(), "STOPPING=1\n", 11), 0);
}
END_TEST

START_TEST(nobody_needs_to_listen)
{
	ck_assert_int_eq(notify_send("READY=1"), 0);
	setenv("NOTIFY_SOCKET", "", 1);
	ck_assert_int_eq(notify_send("READY=1"), 0);
	setenv("NOTIFY_SOCKET", "relative", 1);
	ck_assert_int_eq(notify_send("READY=1"), -1);
	setenv("NOTIFY_SOCKET", "/tmp/there-is-no-such-socket", 1);
	ck_assert_int_eq(notify_send("READY=1"), -1);
	char longer[200];
	memset(longer, '/', sizeof longer);
	longer[sizeof longer - 1] = '\0';
	setenv("NOTIFY_SOCKET", longer, 1);
	ck_assert_int_eq(notify_send("READY=1"), -1);
}
END_TEST

START_TEST(signs_of_life_are_asked_of_one_process)
{
	char pid[24];

	ck_assert_int_eq(notify_watchdog(), 0);
	setenv("WATCHDOG_USEC", "60000000", 1);
	ck_assert_int_eq(notify_watchdog(), 30000);
	setenv("WATCHDOG_USEC", "1", 1);
	ck_assert_int_eq(notify_watchdog(), 1);
	setenv("WATCHDOG_USEC", "60000000", 1);
	snprintf(pid, sizeof pid, "%ld", (long)getpid());
	setenv("WATCHDOG_PID", pid, 1);
	ck_assert_int_eq(notify_watchdog(), 30000);
	setenv("WATCHDOG_PID", "1", 1);
	ck_assert_int_eq(notify_watchdog(), 0);
	unsetenv("WATCHDOG_PID");
	setenv("WATCHDOG_USEC", "never", 1);
	ck_assert_int_eq(notify_watchdog(), 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("notify");
	TCase *tc = tcase_create("notify");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(tc, NULL, stop);
	tcase_add_loop_test(tc, messages_come_as_they_are, 0, 2);
	tcase_add_test(tc, nobody_needs_to_listen);
	tcase_add_test(tc, signs_of_life_are_asked_of_one_process);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
