/** The account of the tests' databases, as `tab-testing` makes it. */
export const staff = { username: 'pruebas', password: 'pruebas-1234' }
