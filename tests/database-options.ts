/** The cheapest password hashes of the embedded auth service: otherwise hashing takes half of all test time. */
export const CHEAP_HASHES = { LITE_AUTH_BCRYPT_COST: "4" };

/** Lets V8 optimise only what the database runs very often: in a short life, optimising costs more than it gains. */
export const QUICK_DATABASE = ["--wasm-tiering-budget=100000000"];
