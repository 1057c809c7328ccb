import { Secret, TOTP } from "otpauth";
import { sealStepSecret } from "#app/accounts/step.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import type { Embedded } from "./database/embedded.ts";
import { insertDemoAccount } from "./demo-customers.ts";

/** The sandbox's staff, with the secrets of their authenticator apps. */
export const demoStaff = [
  {
    id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b01",
    email: "staff@example.co.ke",
    name: "Wanjiku Kamau",
    secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  },
  {
    id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b02",
    email: "staff2@example.co.ke",
    name: "Baraka Otieno",
    secret: "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU",
  },
  {
    // Only reads (app/platform/settings/staff.ts).
    id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b03",
    email: "staff3@example.co.ke",
    name: "Njeri Wambui",
    secret: "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK",
  },
] as const;

/** Creates the sandbox's staff, with their second steps on. Keeps a step that a tester has changed. */
export async function createDemoStaff({ query }: Pick<Embedded, "query">): Promise<void> {
  for (const { secret, ...account } of demoStaff) {
    await insertDemoAccount(query, account);
    await query(
      "insert into public.second_steps (user_id, secret, confirmed_at) values ($1, $2, now()) on conflict do nothing",
      [account.id, sealStepSecret(secret)],
    );
  }
}

/** Returns the code that an authenticator app shows now, or so many periods of 30 s later. */
export function appCodeOf(secret: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs() + periods * 30_000 });
}
