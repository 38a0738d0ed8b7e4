import { staff } from './test-data'

/** The account of a name, which a backend of the tests gets; by default `staff`. @param staffFolder of a `TestBackend` */
export async function accountOf(username = staff.username, staffFolder?: string): Promise<typeof staff> {
  const account = { username, password: staff.password }
  if (username === staff.username) return account
  if (staffFolder === undefined)
    throw new Error(
      `The backend of TEST_API_URL gets no accounts: add '${username}' there, or run this test without it.`,
    )
  // Loaded here, because most tests do not need it.
  const { manageStaff } = await import('@canje/reference-backend/staff')
  await manageStaff({ kind: 'embedded', directory: staffFolder }, { action: 'add', ...account }).catch((error) => {
    if (!/ already: /.test(String(error))) throw error
  })
  return account
}
