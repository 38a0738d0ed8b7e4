/** The staff account in the test database. */
export const staff = { username: 'pruebas', password: 'pruebas-1234' }

/** Row counts of the test database: at least three pages per table, with an incomplete last page. */
export const seed = { users: 23, codes: 38, scores: 34, referrals: 27 }
