import { apiClient } from 'shared-auth'

/**
 * Creates codes.
 *
 * @param count how many, 1 to 99
 * @throws when the call fails or its payload is not truthy, which is how the server says no (specification §7)
 */
export async function insertCodes(count: number): Promise<void> {
  const { data } = await apiClient.post<unknown>('InsertCodes', { prmnumber_codes: count })
  if (!data) throw new Error(`InsertCodes did not create the ${count} codes: its payload was ${JSON.stringify(data)}.`)
}
