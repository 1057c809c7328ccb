import { parseSync, type Span, Visitor } from "oxc-parser";
import type { Plugin } from "vite";

/**
 * Members of a record type that only the server calls: they read forms, files and providers' data
 * (app/dns/types/record-type.ts).
 */
const SERVER_MEMBERS = ["fromForm", "toForm", "readName", "canonical", "warnings", "parts", "file"];

const TYPE_FILE = /\/app\/dns\/types\/[a-z]+\.ts$/;

/** Returns the source of a record type without the members that only the server calls. */
export function withoutServerMembers(path: string, source: string): string {
  const cuts: Span[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      // Only the definition itself: `export const CAA: RecordType<…> = { … }`.
      const isType = id.type === "Identifier" && /^[A-Z]+$/.test(id.name) && id.typeAnnotation != null;
      if (!isType || init?.type !== "ObjectExpression") return;
      for (const member of init.properties)
        if (member.type === "Property" && member.key.type === "Identifier" && SERVER_MEMBERS.includes(member.key.name))
          cuts.push(member);
    },
  }).visit(parseSync(path, source).program);
  // From the end, so that the places of earlier members stay. The comma after a member goes with it.
  return cuts.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^,/, ""), source);
}

/**
 * Leaves out of the browser's build what it never calls of the record types: 2 KB of each dashboard page's script (decision
 * 066).
 */
export const browserTypes: Plugin = {
  name: "browser-types",
  enforce: "pre",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  transform: (source, id) => (TYPE_FILE.test(id) ? { code: withoutServerMembers(id, source), map: null } : undefined),
};
