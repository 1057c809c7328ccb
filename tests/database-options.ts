/** The least work that the embedded auth service may put into a password's hash: else hashing is half of all tests do. */
export const CHEAP_HASHES = { LITE_AUTH_BCRYPT_COST: "4" };

/** Lets V8 improve only what the database runs very often: else, in a short life, improving costs more than it gives. */
export const QUICK_DATABASE = ["--wasm-tiering-budget=100000000"];
