import { type Reading, read, wrong } from "./reading.ts";
import type { SrvParts } from "./record.ts";

/** What Cloudflare makes of the parts: `5 5060 sip.example.com`, the priority apart ("DNS record types", SRV). */
export function srvContent({ weight, port, target }: SrvParts): string {
  return `${weight} ${port} ${target}`;
}

/** The parts of an SRV record's content and its priority; undefined when it is none. The inverse of `srvContent`. */
export function srvParts(content: string, priority: number): SrvParts | undefined {
  const [, weight, port, target] = /^(\d+)\s+(\d+)\s+(\S+)$/.exec(content.trim()) ?? [];
  if (!weight || !port || !target) return undefined;
  return { priority, weight: Number(weight), port: Number(port), target };
}

/**
 * Takes the whole name of an SRV record and gives it when it begins with a service and a protocol, or with a star, which
 * stands for all of them: `*._tcp` is how RFC 2782 says that there is no other service.
 */
export function readServiceName(fullName: string): Reading<string> {
  if (/^(?:\*|_[^.]+\._[^.]+)\./.test(fullName)) return read(fullName);
  return wrong(
    "The name of an SRV record begins with a service and a protocol, each with an underscore: such as _sip._tcp.",
  );
}
