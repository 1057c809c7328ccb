import { z } from "zod";

const EMAIL = "Please enter an email address, such as njeri@example.co.ke.";
const PHONE = "Please enter a phone number, such as 0712 345 678.";

/** The form that asks for a call. */
export const callSchema = z.object({
  email: z.email(EMAIL).max(254, EMAIL),
  phone: z
    .string({ error: PHONE })
    .max(20, PHONE)
    .regex(/^\+?(?:[ ()-]{0,2}\d){9,15}$/, PHONE),
});
