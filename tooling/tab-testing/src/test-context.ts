import 'vitest'

/** What the run's global setup hands to every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    securityUrl: string
    apiUrl: string
  }
}

/** The staff account of the run's database. */
export const staff = { username: 'pruebas', password: 'pruebas-1234' }

/** The run's data: three pages or more of everything, the last one never full. */
export const seed = { users: 23, codes: 38, scores: 34, referrals: 27 }
