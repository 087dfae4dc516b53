# meepled: one Makefile, no recursion.  `make help` lists the targets.

BUILD	?= build
CC	?= gcc
CFLAGS	?= -O2 -g
WERROR	?= -Werror
PKGS	:= libmicrohttpd libcjson sqlite3 libsodium
WARN	:= -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	   -Wpointer-arith -Wvla -Wswitch-enum -Wno-switch-enum -Wswitch -Wformat=2 $(WERROR)
PYTHON	?= /usr/bin/python3
VERSION	:= 0.1.0

ALLFLAGS = -std=c11 -D_GNU_SOURCE -DMEEPLED_VERSION='"$(VERSION)"' -I. -I$(BUILD) \
	   $(WARN) $(CFLAGS) $(SANITIZE) $(shell pkg-config --cflags $(PKGS) 2>/dev/null) -pthread -MMD -MP
LIBS	 = $(shell pkg-config --libs $(PKGS) 2>/dev/null) -linih -pthread
CHECK_LIBS = $(shell pkg-config --libs check 2>/dev/null)

ENGINE	:= $(wildcard engine/*/*.c)
STORAGE	:= $(wildcard storage/*.c storage/*/*.c)
API	:= $(wildcard api/*.c)
DAEMON	:= $(wildcard daemon/*.c)
obj	 = $(patsubst %.c,$(BUILD)/%.o,$(1))
# What tests link against: everything but main().
PARTS	 = $(call obj,$(ENGINE) $(STORAGE) $(API) $(filter-out daemon/main.c,$(DAEMON)))

.PHONY: all run test check setup help clean
all: $(BUILD)/meepled

help:	## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 16

run: setup all	## start the daemon on 127.0.0.1:8080, data under ./var
	$(BUILD)/meepled serve

setup:	## install the Debian packages that are missing
	@sh deploy/setup-debian.sh

$(BUILD)/meepled: $(PARTS) $(call obj,daemon/main.c)
	$(CC) $(ALLFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c -o $@ $<

# Files that C sources embed with .incbin.
$(BUILD)/storage/sqlite/schema.o: $(wildcard storage/sqlite/migrations/*.sql)
$(foreach f,$(wildcard engine/*/tiles.json),$(eval $(BUILD)/$(f:.json=.o): $(f)))

$(BUILD)/openapi.json: api/openapi.yaml
	@mkdir -p $(@D)
	$(PYTHON) -c 'import json,sys,yaml; json.dump(yaml.safe_load(open(sys.argv[1])), open(sys.argv[2],"w"), separators=(",",":"))' $< $@.new
	@mv $@.new $@

UNIT	:= $(wildcard tests/engine/*_test.c tests/storage/*_test.c tests/api/*_test.c tests/daemon/*_test.c)
SUPPORT	:= $(filter-out $(UNIT),$(wildcard tests/engine/*.c tests/storage/*.c tests/api/*.c tests/daemon/*.c tests/*.c))
UNITBIN	 = $(patsubst %.c,$(BUILD)/%,$(UNIT))

$(UNITBIN): $(BUILD)/%: $(BUILD)/%.o $(call obj,$(SUPPORT)) $(PARTS)
	$(CC) $(ALLFLAGS) -o $@ $^ $(CHECK_LIBS) $(LIBS)

check: $(UNITBIN)	## the unit tests only: the fast inner loop
	@set -e; for t in $(UNITBIN); do echo "$$t"; $$t; done

clean:	## remove what was built
	rm -rf build build-*

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
