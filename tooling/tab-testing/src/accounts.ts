import { staff } from './test-data'

/** The account of a name, which a backend of the tests gets; by default `staff`. @param staffFolder of its `TestBackend` */
export async function accountOf(staffFolder: string, username = staff.username): Promise<typeof staff> {
  const account = { username, password: staff.password }
  if (username === staff.username) return account
  // Loaded here, because most tests do not need it.
  const { manageStaff } = await import('@canje/reference-backend/staff')
  await manageStaff({ kind: 'embedded', directory: staffFolder }, { action: 'add', ...account }).catch((error) => {
    if (!/ already: /.test(String(error))) throw error
  })
  return account
}
