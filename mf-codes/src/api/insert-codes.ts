import { apiClient } from '@canje/shared-auth'
import { isKeyed, RefusalError } from './classify-response'
import { namedCodes } from './named-codes'
import type { Code } from './select-codes'

/**
 * Creates codes.
 *
 * @param count number of codes, 1 to 99
 * @returns whether they were certainly created exactly once, and the codes that the response names
 * @throws when the request fails; RefusalError when its payload is falsy, which means rejection (specification §7)
 */
export async function insertCodes(count: number): Promise<{ isCertain: boolean; codes: Code[] | undefined }> {
  const response = await apiClient.post<unknown>('InsertCodes', { prmnumber_codes: count })
  const { data } = response
  if (data) return { isCertain: isKeyed(response), codes: namedCodes(data) }
  throw new RefusalError(`InsertCodes did not create the ${count} codes: its payload was ${JSON.stringify(data)}.`)
}
