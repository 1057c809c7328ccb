// Served in place of offline.js where OFFLINE=0: the worker removes itself.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(registration.unregister()));
