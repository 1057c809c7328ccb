/** The database behind the site, as the server sees it: opened before the first visitor, closed last. */
export {
  closeDatabase as closeBackend,
  isDatabaseReady as isBackendReady,
  openDatabase as openBackend,
} from "#app/gateways/supabase/endpoint.server.ts";
