import { apiClient, type Repeats } from '@canje/shared-auth'
import type { Code } from '../codes'
import { isKeyed } from './classify-response'
import { namedCodes } from './named-codes'

/** A successful response whose payload says that the server rejected the request. `faultOf` knows the name. */
class RefusalError extends Error {
  override readonly name = 'RefusalError'
}

/**
 * Creates codes.
 *
 * @param count number of codes, 1 to 99
 * @returns whether they were certainly created exactly once, and the codes that the response names
 * @throws when the request fails; RefusalError when its payload is falsy, which means rejection (specification §7)
 */
export async function insertCodes(
  count: number,
  repeats?: Repeats,
): Promise<{ isCertain: boolean; codes: Code[] | undefined }> {
  const response = await apiClient.post<unknown>('InsertCodes', { prmnumber_codes: count }, { reads: false, repeats })
  const { data } = response
  if (data) return { isCertain: isKeyed(response), codes: namedCodes(data) }
  throw new RefusalError(`InsertCodes did not create the ${count} codes: its payload was ${JSON.stringify(data)}.`)
}
