/** The staff account in the test databases, as in `tab-testing`. */
export const staff = { username: 'pruebas', password: 'pruebas-1234' }
