import { z } from "zod";
import { ROUTES } from "./api.ts";

/** Returns the description of the workbench's API (OpenAPI 3.1), made from the routes themselves. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, summary, input, answer } of ROUTES) {
    const [status, example] = answer;
    const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    const { id: inPath, ...fields } = (schema.properties ?? {}) as Record<string, object>;
    const isQuery = method === "GET";
    const parameters = [
      ...(path.endsWith(":id") ? [{ name: "id", in: "path", required: true, schema: inPath ?? {} }] : []),
      ...(isQuery
        ? Object.entries(fields).map(([name, one]) => ({ name, in: "query", required: false, schema: one }))
        : []),
    ];
    const hasBody = method === "POST";
    const key = path.replace(":id", "{id}");
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: {
        summary,
        ...(parameters.length > 0 && { parameters }),
        ...(hasBody && { requestBody: { content: { "application/json": { schema } } } }),
        responses: {
          [status]: {
            description: "Done",
            ...(example !== null && { content: { "application/json": { example } } }),
          },
          400: { description: "The reason, as { error }" },
        },
      },
    };
  }
  return { openapi: "3.1.0", info: { title: "The tester's workbench of Mtandao's sandbox", version: "1.0.0" }, paths };
}
