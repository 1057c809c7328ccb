import type { OwnedDomain } from "#app/domains/owned-domain.ts";

/** Returns an active domain with us, with a zone and a padlock. `expiryDate` is ISO 8601. */
export function ownedDomain(name: string, expiryDate: string, more: Partial<OwnedDomain> = {}): OwnedDomain {
  const given = {
    status: "active",
    zoneId: "zone",
    sslStatus: "active",
    renewKsh: null,
    held: "us",
    moving: null,
  } as const;
  return { id: name, name, expiryDate, ...given, ...more };
}
