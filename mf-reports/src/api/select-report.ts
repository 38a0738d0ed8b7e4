import { loadAll, type Row } from '@canje/shared-ui'

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

/** Loads the report. */
export const selectReport = loadAll('SelectReport', FIELDS)
