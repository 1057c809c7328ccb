import { load, startSite } from "./processes.js";

const CONNECTIONS = 16;

/** A page that is never kept, drawn each time: requests per second, and the milliseconds one takes alone and in a crowd. */
export async function measureRenderedPage({ entry, settings, addressHeader, path, folder, seconds }) {
  const site = await startSite({ entry, settings, logFile: `${folder}/site.log` });
  const one = (connections) => load(site, { path, seconds, connections, addressHeader });
  await one(CONNECTIONS);
  const crowd = await one(CONNECTIONS);
  const alone = await one(1);
  await site.stop();
  return { rate: crowd.rate, crowdP50: crowd.p50, crowdP99: crowd.p99, aloneP50: alone.p50, aloneP99: alone.p99 };
}
