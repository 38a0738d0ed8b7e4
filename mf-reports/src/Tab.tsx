import type { TabProps } from '@canje/shared-auth'
import {
  CsvButton,
  type GroupOptions,
  type RowOf,
  RowsTable,
  SummaryButton,
  type TableOptions,
  TabRoot,
  useTable,
} from '@canje/shared-ui'
import { report } from './report'

/** Reportes: users with their codes, scores and referrals. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <ReportTable />
    </TabRoot>
  )
}

/** The fields of a score, with the code that it was given for, and those of a referral. */
const SCORE = ['code', 'codeDate', 'scorePoints', 'scoreDate', 'scoreLocate'] as const
const REFERRAL = ['referalPoint', 'referalDate', 'referalLocate', 'referalName'] as const

const OPTIONS: TableOptions<RowOf<typeof report>> = {
  // Reportes has no refresh button: its rows are loaded again when older than a minute (D25, age of rows).
  maxAgeMs: 60_000,
  // A user has a row for each score and each referral.
  identity: ['code', 'scoreDate', 'scorePoints', 'scoreLocate', 'referalDate', 'referalPoint', 'referalName'],
}

const PERSON = { field: 'id', textKey: 'name' } as const

const PERSONS = { field: 'id', label: 'Personas', description: 'Cada persona cuenta una vez', key: PERSON } as const
const CODES = {
  field: 'code',
  label: 'Codigos redimidos',
  description: 'Cada codigo cuenta una vez',
  dates: 'codeDate',
  key: { ...PERSON, further: ['code'] },
  beside: REFERRAL,
} as const
const POINTS = {
  field: 'scorePoints',
  isSum: true,
  dates: 'scoreDate',
  key: { ...PERSON, further: SCORE },
  beside: REFERRAL,
} as const
const REFERRAL_POINTS = {
  field: 'referalPoint',
  isSum: true,
  dates: 'referalDate',
  key: { ...PERSON, further: REFERRAL },
  beside: SCORE,
} as const

/** A row has a score or a referral, and a code only with a score. Other services may combine each score with each referral. */
const GROUPS: readonly GroupOptions<keyof RowOf<typeof report>>[] = [
  { by: 'name', key: 'id', label: 'Usuario', figures: [CODES, POINTS, REFERRAL_POINTS] },
  { by: 'cityName', label: 'Ciudad', figures: [CODES, PERSONS, POINTS, REFERRAL_POINTS] },
  { by: 'scoreLocate', label: 'Punto de venta', figures: [CODES, PERSONS, POINTS] },
  { by: 'referalLocate', label: 'Punto de venta referido', figures: [PERSONS, REFERRAL_POINTS] },
  { by: 'codeDate', label: 'Mes (Fecha Redimido)', figures: [CODES, PERSONS] },
  { by: 'scoreDate', label: 'Mes (Fecha Puntaje)', figures: [PERSONS, POINTS] },
  { by: 'referalDate', label: 'Mes (Fecha Referido)', figures: [PERSONS, REFERRAL_POINTS] },
]

function ReportTable() {
  const table = useTable(report.columns, report.load, OPTIONS)
  return (
    <RowsTable
      name="Reportes"
      table={table}
      viewTools={<SummaryButton table={table} groups={GROUPS} />}
      toolbar={<CsvButton table={table} />}
      isRenewedByAge
    />
  )
}
