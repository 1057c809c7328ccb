import { httpRequest } from "./request.ts";
import type { Site } from "./run-site.ts";

/** Returns a function that calls the tester's API of a sandbox. Returns status and JSON, null for an empty answer. */
export function workbenchOf(site: () => Site) {
  return async (route: string, input: object = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const query = method === "GET" ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
    const options = { method, ...(method === "POST" && { body: JSON.stringify(input) }) };
    const { status, text } = await httpRequest({ port: site().sandboxPort }, path + query, options);
    return { status, json: text === "" ? null : JSON.parse(text) };
  };
}
