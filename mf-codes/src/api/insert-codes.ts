import { apiClient } from 'shared-auth'
import { isKeyed, RefusalError } from './certainty'

/**
 * Creates codes.
 *
 * @param count how many, 1 to 99
 * @returns whether it is certain that they were created once
 * @throws when the call fails; RefusalError when its payload is not truthy, which is how the server says no
 *   (specification §7)
 */
export async function insertCodes(count: number): Promise<boolean> {
  const response = await apiClient.post<unknown>('InsertCodes', { prmnumber_codes: count })
  const { data } = response
  if (data) return isKeyed(response)
  throw new RefusalError(`InsertCodes did not create the ${count} codes: its payload was ${JSON.stringify(data)}.`)
}
