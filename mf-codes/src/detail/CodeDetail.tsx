import type { ExtensionProps } from '@canje/shared-auth'
import {
  type AnyRow,
  CopyButton,
  countOf,
  DetailFields,
  DetailFooter,
  DetailHeading,
  DetailLink,
  DetailRoot,
  type DetailSubject,
  EqualRows,
  type FoundRows,
  formatNumber,
  loaderOf,
  MAX_EQUAL,
  rowsOf,
  Tag,
  textOf,
  useFound,
  useSubject,
} from '@canje/shared-ui'
import { codeList, isRedeemed, stateOf, UNASSIGNED } from '../codes'

/** The redemptions of codes, which the list of codes does not have, with the fields that the panel of a person reads. */
const selectRedemptions = loaderOf('SelectReport', ['name', 'code', 'codeDate'])

/** The slot `detalle:codigo`: a code by its id, or by its text in `name`. */
export default function CodeDetail(props: ExtensionProps) {
  return <DetailRoot {...props}>{(subject) => <Content {...subject} />}</DetailRoot>
}

/** A code: its state, when it was created and redeemed, and by whom. */
function Content(subject: DetailSubject) {
  const { found, row: code, text, isShared } = useSubject(codeList.load, subject)
  const redeemed = code !== undefined && isRedeemed(code)
  // Codigos has the date of creation only (D26, creation date).
  const report = useFound(selectRedemptions, 'code', redeemed ? text : undefined, MAX_EQUAL)
  const name = code ? textOf(code, 'userName') : ''
  const person = name ? <DetailLink slot="detalle:usuario" subject={{ name }} text={name} /> : UNASSIGNED.text

  return (
    <>
      <DetailHeading>{text === undefined ? `Codigo ${subject.id}` : <code>{text}</code>}</DetailHeading>
      {(isShared || countOf(found) > 1) && <Tag severity="warning" value="varios codigos" />}
      {found === 'loading' && <p>Cargando el codigo…</p>}
      {found === 'failed' && <p>No se pudo cargar la lista de codigos.</p>}
      {typeof found === 'object' && found.count === 0 && <p>Este codigo no está en la lista: quizá fue eliminado.</p>}
      {code && (
        <>
          <Tag severity={stateOf(code).severity} value={String(stateOf(code).value)} />
          <DetailFields
            fields={{
              Creado: textOf(code, 'date'),
              ...(redeemed
                ? { Redimido: text === undefined ? '' : redemption(report, isShared), Por: person }
                : { Usuario: person }),
              Id: textOf(code, 'id'),
            }}
          />
        </>
      )}
      {countOf(found) > 1 && (
        <EqualRows
          label="Codigos con este texto"
          found={found}
          describe={(row) => [
            textOf(row, 'id'),
            String(stateOf(row).value),
            textOf(row, 'userName'),
            creationText(row),
          ]}
          slot="detalle:codigo"
        />
      )}
      {text !== undefined && (
        <CopyButton label="Copiar" outlined read={() => ({ text, message: `Se copió el codigo ${text}` })} />
      )}
      <DetailFooter lists={redeemed && text !== undefined ? [codeList.load, selectRedemptions] : [codeList.load]} />
    </>
  )
}

/** Says that the date is not that of the state beside it (D26, creation date). */
function creationText(code: AnyRow): string {
  const date = textOf(code, 'date')
  return date && `creado ${date}`
}

/** The date of redemption. The report names codes by their text only, so it may be that of another one. */
function redemption(report: FoundRows, isShared: boolean | undefined): string {
  if (report === 'loading' || isShared === undefined) return 'Cargando…'
  if (report === 'failed') return 'No se pudo cargar el reporte'
  if (isShared) return 'No se sabe: varios codigos tienen este texto.'
  const rows = rowsOf(report)
  const dates = new Set(rows.map((row) => textOf(row, 'codeDate')))
  const isUnclear = dates.size > 1 || report.count > rows.length
  if (isUnclear) return `No se sabe: el reporte tiene ${formatNumber(report.count)} filas de este codigo.`
  return [...dates].join()
}
