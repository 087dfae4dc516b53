/* The service worker: it keeps nothing, for without the daemon there is nothing to show. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
