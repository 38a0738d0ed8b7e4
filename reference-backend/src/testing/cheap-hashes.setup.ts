import { vi } from 'vitest'

// A password hash takes 18 ms of a core, and every backend, sign-in and new account of the tests makes one.
vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const argon2 = await importOriginal()
  return { ...argon2, hash: (password) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }) }
})
