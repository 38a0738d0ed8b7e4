import { apiClient } from 'shared-auth'
import { isKeyed, RefusalError } from './classify-response'

/**
 * Creates codes.
 *
 * @param count number of codes, 1 to 99
 * @returns whether they were certainly created exactly once
 * @throws when the request fails; RefusalError when its payload is falsy, which means rejection (specification §7)
 */
export async function insertCodes(count: number): Promise<boolean> {
  const response = await apiClient.post<unknown>('InsertCodes', { prmnumber_codes: count })
  const { data } = response
  if (data) return isKeyed(response)
  throw new RefusalError(`InsertCodes did not create the ${count} codes: its payload was ${JSON.stringify(data)}.`)
}
