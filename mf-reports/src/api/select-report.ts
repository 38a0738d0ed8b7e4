import { apiClient } from 'shared-auth'
import { parseRows, type Row } from 'shared-ui'

const FIELDS = [
  'id',
  'name',
  'mail',
  'phone',
  'identification_number',
  'userDate',
  'cityName',
  'documentType',
  'code',
  'codeDate',
  'scorePoints',
  'scoreDate',
  'scoreLocate',
  'referalPoint',
  'referalDate',
  'referalLocate',
  'referalName',
] as const

/** A user with their code, score and referral (specification §3). */
export type ReportRow = Row<(typeof FIELDS)[number]>

/** Asks for the whole report. */
export async function selectReport(signal: AbortSignal): Promise<ReportRow[]> {
  const { data } = await apiClient.get<unknown>('SelectReport', { signal })
  return parseRows(data, FIELDS, 'SelectReport')
}
