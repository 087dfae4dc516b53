# meepled: one Makefile for everything.  `make help` lists the targets.  Targets that
# need other flags (asan, tsan, lint) run it once more with a build folder of their own.

BUILD	?= build
CC	:= $(if $(filter default undefined,$(origin CC)),gcc,$(CC))
CFLAGS	?= -O2 -g
WERROR	?= -Werror
PREFIX	?= /usr/local
PYTHON	?= /usr/bin/python3
NODE	?= node
VERSION	:= 0.1.0
PKGS	:= libmicrohttpd libcjson sqlite3 libsodium libcurl glib-2.0
WARN	:= -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	   -Wpointer-arith -Wvla -Wswitch-enum -Wno-switch-enum -Wswitch -Wformat=2 $(WERROR)

# Asked once, and only when something is compiled: by then the packages are there.
PKG_CFLAGS = $(eval PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null))$(PKG_CFLAGS)
PKG_LIBS   = $(eval PKG_LIBS := $(shell pkg-config --libs $(PKGS) 2>/dev/null))$(PKG_LIBS)
CHECK_LIBS = $(eval CHECK_LIBS := $(shell pkg-config --libs check 2>/dev/null))$(CHECK_LIBS)

ALLFLAGS = -std=c11 -D_GNU_SOURCE -DMEEPLED_VERSION='"$(VERSION)"' -I. -I$(BUILD) \
	   $(WARN) $(CFLAGS) $(SANITIZE) $(PKG_CFLAGS) -pthread -MMD -MP
LIBS	 = $(PKG_LIBS) -linih -lm -pthread

# The template is a game to begin from, and none that is played.
TEMPLATE := $(wildcard engine/template/*.c)
ENGINE	:= $(filter-out $(TEMPLATE),$(wildcard engine/*/*.c))
STORAGE	:= $(wildcard storage/*.c storage/*/*.c)
API	:= $(wildcard api/*.c)
DAEMON	:= $(wildcard daemon/*.c)
obj	 = $(patsubst %.c,$(BUILD)/%.o,$(1))
# What tests link against: everything but main().
PARTS	 = $(call obj,$(ENGINE) $(STORAGE) $(API) $(filter-out daemon/main.c,$(DAEMON)))

UNIT	:= $(wildcard tests/engine/*_test.c tests/storage/*_test.c tests/api/*_test.c tests/daemon/*_test.c)
SUPPORT	:= $(filter-out $(UNIT),$(wildcard tests/engine/*.c tests/storage/*.c tests/api/*.c tests/daemon/*.c tests/*.c))
UNITBIN	 = $(patsubst %.c,$(BUILD)/%,$(UNIT))

# These goals set themselves up: before anything is compiled, the packages that lack are installed.
NEEDS	:= $(if $(filter run,$(MAKECMDGOALS)),setup-run) $(if $(filter test,$(MAKECMDGOALS)),setup-test)

.PHONY: all run test check setup setup-run setup-test help clean asan tsan lint install uninstall \
	bench fuzz fuzz-replay conformance same-events sheet
all: $(BUILD)/meepled $(BUILD)/meepled.1	## build the daemon and its manual page

help:	## list the targets
	@sed -n 's/^\([a-z-]*\):.*##[[:space:]]*/\1\t/p' Makefile | sort | expand -t 16

run: all	## start the daemon on 127.0.0.1:8080, data under ./var
	exec $(BUILD)/meepled serve

setup: setup-test	## install the Debian packages that building and testing need
setup-run setup-test: setup-%:
	@sh deploy/setup-debian.sh $*

# `make V=1` shows the commands.
say	 = $(if $(V),,@echo '  $(1)	$(2)';)

$(BUILD)/meepled: $(PARTS) $(call obj,daemon/main.c)
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c | $(NEEDS)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALLFLAGS) -c -o $@ $<

# Files that C sources embed with .incbin.
$(BUILD)/storage/sqlite/schema.o: $(wildcard storage/sqlite/migrations/*.sql)
$(foreach f,$(wildcard engine/*/tiles.json),$(eval $(BUILD)/$(f:.json=.o): $(f)))
$(foreach f,$(wildcard engine/*/art.svg),$(eval $(BUILD)/$(f:.svg=.o): $(f) $(f:.svg=.css)))
# Loaded when it is needed, so only its headers are used here.
$(BUILD)/daemon/png.o: ALLFLAGS += $(shell pkg-config --cflags librsvg-2.0)
$(BUILD)/api/artwork.o: api/plain.svg api/plain.css api/picture.css

# The web client: every file of api/web, and packed, goes into the binary.  The folders
# are in the list because their times tell of files that are gone.
WEB	:= $(filter-out %/vendor,$(wildcard api/web/* api/web/vendor/*))
WEBGZ	 = $(WEB:%=$(BUILD)/%.gz)
$(BUILD)/api/web/%.gz: api/web/% | $(NEEDS)
	@mkdir -p $(@D)
	$(call say,GZIP,$<)gzip -9nc $< >$@.new
	@mv $@.new $@
$(BUILD)/web_files.inc: $(WEBGZ) $(wildcard api/web/. api/web/vendor/.)
	@n=0; for f in $(WEB); do echo "WEB_FILE($$n, \"$${f#api/web/}\", \"$$f\", \"$(BUILD)/$$f.gz\")"; \
		n=$$((n + 1)); done >$@
$(BUILD)/api/web.o: $(BUILD)/web_files.inc $(WEB) $(WEBGZ)

$(BUILD)/openapi.json: api/openapi.yaml | $(NEEDS)
	@mkdir -p $(@D)
	$(call say,JSON,$<)$(PYTHON) -c 'import json,sys,yaml; json.dump(yaml.safe_load(open(sys.argv[1])), open(sys.argv[2],"w"), separators=(",",":"))' $< $@.new
	@mv $@.new $@

$(BUILD)/api/pages.o: $(BUILD)/openapi.json
$(BUILD)/api/pages.o: ALLFLAGS += -DOPENAPI_JSON='"$(BUILD)/openapi.json"'

$(BUILD)/meepled.1: $(BUILD)/meepled
	@$(BUILD)/meepled --help=man >$@.new && mv $@.new $@

# deploy/meepled.ini is written by the daemon; a test compares them.
deploy/meepled.ini: daemon/config.h
	@$(MAKE) --no-print-directory $(BUILD)/meepled
	$(BUILD)/meepled --help=ini >$@

# An archive, so that each test takes of the others' helpers only what it needs.
$(BUILD)/tests/support.a: $(call obj,$(SUPPORT))
	$(call say,AR,$@)rm -f $@ && ar rcs $@ $^

# The template's test has a table of games of its own.
template_test := %/tests/engine/template_test
$(filter-out $(template_test),$(UNITBIN)): $(BUILD)/%: $(BUILD)/%.o $(BUILD)/tests/support.a $(PARTS)
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -o $@ $^ $(CHECK_LIBS) $(LIBS)
$(filter $(template_test),$(UNITBIN)): %: %.o $(BUILD)/tests/support.a $(filter-out %/core/table.o,$(PARTS)) \
		$(call obj,$(TEMPLATE))
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -o $@ $^ $(CHECK_LIBS) $(LIBS)

# Every face of the bundled tile sets in its four rotations.
SHEETS	 = $(foreach g,$(subst _,-,$(patsubst engine/%/art.svg,%,$(wildcard engine/*/art.svg))), \
	   $(BUILD)/sheet-$(g).svg $(BUILD)/sheet-$(g)-dark.svg)
sheet: $(SHEETS)	## draw all tiles on contact sheets, to be looked at
	@echo $(SHEETS)
$(BUILD)/sheet-%-dark.svg: $(BUILD)/tests/picture/sheet
	@$< $* dark >$@
$(BUILD)/sheet-%.svg: $(BUILD)/tests/picture/sheet
	@$< $* >$@
$(BUILD)/tests/picture/sheet: $(call obj,tests/picture/sheet.c) $(PARTS)
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -o $@ $^ $(LIBS)

# --- tests ------------------------------------------------------------------

check: $(UNITBIN)	## the unit tests only: the fast inner loop
	@$(PYTHON) tests/suite.py $(UNITBIN)

# Fuzzers: with libFuzzer's runtime, or replaying their corpora without it.
FUZZERS	:= $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SECONDS ?= 600
REPLAYS	 = $(FUZZERS:%=$(BUILD)/tests/fuzz/replay_%)
$(REPLAYS): $(BUILD)/tests/fuzz/replay_%: $(call obj,tests/fuzz/fuzz_%.c tests/fuzz/replay_main.c \
		tests/fuzz/support.c tests/api/played.c) $(PARTS)
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -o $@ $^ $(LIBS)
$(FUZZERS:%=$(BUILD)/tests/fuzz/fuzz_%): %: %.o $(call obj,tests/fuzz/support.c tests/api/played.c) $(PARTS)
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

fuzz-replay: $(REPLAYS)	## replay the fuzzers' corpora; `make test` does it, too
	@$(foreach f,$(FUZZERS),$(BUILD)/tests/fuzz/replay_$(f) tests/fixtures/fuzz/$(f) &&) :

# Comparisons in the engine's inner loops tell a fuzzer nothing that coverage does not.
build-fuzz/engine/%.o: WARN += $(if $(findstring fuzzer,$(SANITIZE)),-fno-sanitize-coverage=trace-cmp)

fuzz:	## fuzz with clang under ASan and UBSan, FUZZ_SECONDS (600) each
	@$(MAKE) --no-print-directory CC=clang BUILD=build-fuzz CFLAGS='-O1 -g' \
		SANITIZE='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' \
		$(FUZZERS:%=build-fuzz/tests/fuzz/fuzz_%)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) sh tests/fuzz/run.sh build-fuzz/tests/fuzz $(FUZZERS)

# Records of random games, for what checks them in the browser.
$(BUILD)/tests/browser/records: $(call obj,tests/browser/records.c tests/api/played.c) $(PARTS)
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -o $@ $^ $(LIBS)

# Programs besides the unit tests that `make test` runs.
RUN_FUZZ = $(foreach f,$(FUZZERS),--run 'fuzz-$(f): $(BUILD)/tests/fuzz/replay_$(f) tests/fixtures/fuzz/$(f)')
RUN_HTTP = --run 'http: $(PYTHON) tests/http/run.py $(BUILD)/meepled'
RUN_STREAMS = --run 'streams: $(BUILD)/tests/bench/streams_bench $(BUILD)/meepled 100 100 3 100'
RUN_BROWSER = --run 'browser-fairness: $(NODE) tests/browser/fairness.mjs $(BUILD)/tests/browser/records'
RUN_README = --run 'readme: $(PYTHON) tests/readme/run.py $(BUILD)/meepled' \
	     --run 'new-game: $(PYTHON) tests/readme/new_game.py'

test: $(UNITBIN) $(REPLAYS) $(BUILD)/tests/bench/streams_bench $(BUILD)/tests/browser/records all	## every test but the long ones; installs what it needs
	@$(PYTHON) tests/suite.py $(RUN_FUZZ) $(RUN_HTTP) $(RUN_STREAMS) $(RUN_BROWSER) $(RUN_README) $(UNITBIN)

tests/browser/node_modules: tests/browser/package-lock.json
	@cd tests/browser && npm ci --no-audit --no-fund --loglevel=error >&2 && touch node_modules

.PHONY: browser
browser: $(BUILD)/meepled tests/browser/node_modules	## people play both games in Chromium (some minutes); SHOTS=DIR for pictures
	@$(NODE) tests/browser/run.mjs $(BUILD)/meepled

ASAN	:= -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
TSAN	:= -fsanitize=thread -fno-omit-frame-pointer

# What libraries do that are not instrumented is theirs: what they keep until the end,
# and what TSan cannot see the locks of.
export LSAN_OPTIONS := suppressions=$(CURDIR)/tests/lint/lsan.txt:print_suppressions=0
export TSAN_OPTIONS := ignore_noninstrumented_modules=1

# Instrumented code makes gcc see truncations that are none: there, warnings are no errors.
asan:	## unit tests, fuzzers' corpora and HTTP tests under AddressSanitizer and UBSan
	@CONFORMANCE_GAMES=24 $(MAKE) --no-print-directory BUILD=build-asan SANITIZE='$(ASAN)' CFLAGS='-O1 -g' \
		WERROR= instrumented

# The engine has no threads, the fuzzers use none, and these play whole games in one.
ONE_THREAD := tests/engine/% $(addprefix tests/api/,secrecy_test.c secrecy_dice_test.c text_test.c record_test.c)
tsan:	## tests of storage, api and daemon that have threads and the HTTP tests under ThreadSanitizer
	@$(MAKE) --no-print-directory BUILD=build-tsan SANITIZE='$(TSAN)' CFLAGS='-O1 -g' WERROR= \
		UNITBIN='$(patsubst %.c,build-tsan/%,$(filter-out $(ONE_THREAD),$(UNIT)))' \
		RUN_FUZZ= REPLAYS= instrumented

.PHONY: instrumented
instrumented: $(BUILD)/meepled $(UNITBIN) $(REPLAYS)
	@$(PYTHON) tests/suite.py $(RUN_FUZZ) $(RUN_HTTP) $(UNITBIN)

CONFORMANCE_GAMES ?= 10000
BATTLES ?= 1000000
conformance: conformance-games conformance-records conformance-battles	## 10,000 random games against the oracle, their records, a million battles of each kind (some minutes)
.PHONY: conformance-games conformance-records conformance-battles
conformance-games: $(BUILD)/tests/engine/conformance_test
	CK_DEFAULT_TIMEOUT=0 CONFORMANCE_GAMES=$(CONFORMANCE_GAMES) $<
conformance-records: $(BUILD)/tests/api/record_test
	CONFORMANCE_GAMES=$(CONFORMANCE_GAMES) $<
conformance-battles: $(BUILD)/tests/engine/sw_battles_test
	BATTLES=$(BATTLES) $<

.PHONY: soak-webhooks
soak-webhooks: $(BUILD)/meepled	## 1,000 games to receivers that lose a third of the webhooks, five kills (some minutes)
	@$(PYTHON) tests/http/soak_webhooks.py $(BUILD)/meepled

.PHONY: soak-notices
NOTICE_GAMES ?= 1000
soak-notices: $(BUILD)/tests/api/notice_test	## NOTICE_GAMES (1,000) random games: everybody is told of everything once (some minutes)
	CK_DEFAULT_TIMEOUT=0 NOTICE_GAMES=$(NOTICE_GAMES) $<

.PHONY: soak-streams
soak-streams: $(BUILD)/tests/bench/streams_bench $(BUILD)/meepled	## 1,000 streams and 1,000 long polls beside 200 moves a second; 1,000 cuts of each stream
	@$(BUILD)/tests/bench/streams_bench $(BUILD)/meepled 1000 1000 15 200
	@HEAVY=1 $(PYTHON) tests/http/run.py $(BUILD)/meepled test_streams
	@HEAVY=1 $(PYTHON) tests/http/run.py $(BUILD)/meepled test_me_events

.PHONY: soak-ratelimit
soak-ratelimit: $(BUILD)/tests/bench/ratelimit_bench $(BUILD)/meepled	## 10,000 requests from one address, and what another notices (some minutes)
	@$< $(BUILD)/meepled

same-events: $(BUILD)/meepled	## gcc's and clang's daemons give byte-identical events
	@$(MAKE) --no-print-directory CC=clang BUILD=build-clang build-clang/meepled
	@$(PYTHON) tests/http/same_events.py $(BUILD)/meepled build-clang/meepled

BENCHES	 = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*_bench.c))
$(BUILD)/tests/bench/support.a: $(call obj,$(filter-out %_bench.c,$(wildcard tests/bench/*.c)))
	$(call say,AR,$@)rm -f $@ && ar rcs $@ $^
$(BENCHES): %: %.o $(BUILD)/tests/bench/support.a $(PARTS)
	$(call say,LINK,$@)$(CC) $(ALLFLAGS) -o $@ $^ $(LIBS) -lm

bench: $(BENCHES) $(BUILD)/meepled	## measure: name, value, unit and bar, parted by tabs
	@$(BUILD)/tests/bench/engine_bench
	@$(BUILD)/tests/bench/store_bench
	@$(BUILD)/tests/bench/http_bench $(BUILD)/meepled

lint: all $(call obj,$(TEMPLATE))	## layers, headers, words, names, and what the compilers' and shell's checkers say
	@sh tests/lint/layering.sh $(BUILD)
	@CC='$(CC)' sh tests/lint/headers.sh
	@sh tests/lint/secrets.sh
	@sh tests/lint/words.sh
	@sh tests/lint/names_test.sh
	@sh tests/lint/names.sh
	@sh tests/lint/rule-ids.sh
	@sh tests/lint/tools.sh $(BUILD)

# --- installing ---------------------------------------------------------------

install: all	## install under PREFIX (/usr/local), below DESTDIR
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/doc/meepled $(DESTDIR)$(PREFIX)/lib/systemd/system
	install -m 755 $(BUILD)/meepled $(DESTDIR)$(PREFIX)/bin/meepled
	install -m 644 $(BUILD)/meepled.1 $(DESTDIR)$(PREFIX)/share/man/man1/meepled.1
	install -m 644 deploy/meepled.ini LICENSE $(DESTDIR)$(PREFIX)/share/doc/meepled/
	sed 's:@PREFIX@:$(PREFIX):' deploy/meepled.service >$(DESTDIR)$(PREFIX)/lib/systemd/system/meepled.service

uninstall:	## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/meepled $(DESTDIR)$(PREFIX)/share/man/man1/meepled.1 \
		$(DESTDIR)$(PREFIX)/lib/systemd/system/meepled.service
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/meepled

clean:	## remove what was built
	rm -rf build build-*

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
