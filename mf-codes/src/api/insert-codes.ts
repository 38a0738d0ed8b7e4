import { apiClient, type Repeats } from '@canje/shared-auth'
import type { Code } from '../codes'
import { isKeyed } from './classify-response'
import { confirmsCreation } from './confirm'
import { namedCodes } from './named-codes'

/** A successful response whose payload says that the server rejected the request. `faultOf` knows the name. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
}

interface Insertion {
  /** The request took effect at most once. */
  isCertain: boolean
  /** The response says that the codes were created. */
  isConfirmed: boolean
  /** The payload, which is truthy on success (specification §7). */
  payload: unknown
  /** The codes that the response names. */
  codes: Code[] | undefined
}

/**
 * Creates codes.
 *
 * @param count number of codes, 1 to 99
 * @throws when the request fails
 */
export async function insertCodes(count: number, repeats?: Repeats): Promise<Insertion> {
  const response = await apiClient.post<unknown>('InsertCodes', { prmnumber_codes: count }, { reads: false, repeats })
  const { data } = response
  return {
    isCertain: isKeyed(response),
    isConfirmed: confirmsCreation(data, count),
    payload: data,
    codes: namedCodes(data),
  }
}
