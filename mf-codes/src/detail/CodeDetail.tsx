import type { ExtensionProps } from '@canje/shared-auth'
import {
  type AnyRow,
  CopyButton,
  copiedTexts,
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
  isRedeemed,
  loaderOf,
  MAX_EQUAL,
  rowsOf,
  Tag,
  textOf,
  useFound,
  useSubject,
} from '@canje/shared-ui'
import type { ReactNode } from 'react'
import { codeList, stateOf, UNASSIGNED } from '../codes'
import { ActionText } from '../history/ActionText'
import type { StaffAction } from '../history/staff-actions'
import { useLife } from './useLife'

/** The redemptions of codes, which the list of codes does not have, with the fields that the panel of a person reads. */
const selectRedemptions = loaderOf('SelectReport', ['name', 'code', 'codeDate'])

/** The slot `detalle:codigo`: a code by its id, or by its text in `name`. */
export default function CodeDetail(props: ExtensionProps) {
  return <DetailRoot {...props}>{(subject) => <Content {...subject} />}</DetailRoot>
}

/** A code: its state, and its life, as far as the lists and the audit log know it. */
function Content(subject: DetailSubject) {
  const { found, row: code, text, isShared } = useSubject(codeList.load, subject)
  const redeemed = code !== undefined && isRedeemed(code)
  // Codigos has the date of creation only (D26, creation date).
  const report = useFound(selectRedemptions, 'code', redeemed ? text : undefined, MAX_EQUAL)
  const name = code ? textOf(code, 'userName') : ''
  const isAssigned = (code?.userName ?? null) !== null
  const person = isAssigned ? <DetailLink slot="detalle:usuario" subject={{ name }} text={name} /> : UNASSIGNED.text
  const created = code ? textOf(code, 'date') : ''
  const isGone = typeof found === 'object' && found.count === 0
  const life = useLife(code ?? (isGone ? subject : undefined), created)
  const knownText = text ?? life.name
  const done: Record<string, ReactNode[]> = {}
  for (const action of life.actions) {
    const label = labelOf(action)
    const line = (
      <div key={action.key}>
        <ActionText action={action} />
      </div>
    )
    done[label] = [...(done[label] ?? []), line]
  }

  return (
    <>
      <header className="stack detail-head">
        <DetailHeading>{knownText === undefined ? `Codigo ${subject.id}` : <code>{knownText}</code>}</DetailHeading>
      </header>
      {(isShared || countOf(found) > 1) && <Tag severity="warning" value="varios codigos" />}
      {found === 'loading' && <p>Cargando el codigo…</p>}
      {found === 'failed' && <p>No se pudo cargar la lista de codigos.</p>}
      {isGone && (
        <p>{done.Eliminado ? 'Este codigo fue eliminado.' : 'Este codigo no está en la lista: quizá fue eliminado.'}</p>
      )}
      {code && <Tag severity={stateOf(code).severity} value={String(stateOf(code).value)} />}
      {(code || life.actions.length > 0) && (
        <DetailFields
          fields={{
            ...(code && { Creado: created }),
            ...done,
            ...(redeemed && { Redimido: text === undefined ? '' : redemption(report, isShared), Por: person }),
            ...(code && !redeemed && { Usuario: person }),
            ...(code && { Id: textOf(code, 'id') }),
          }}
        />
      )}
      {life.fault && <p>No se pudo leer el historial.</p>}
      {life.isPartial && <p>Puede haber movimientos anteriores: «Actualizar» los lee.</p>}
      <EqualRows
        label="Codigos con este texto"
        found={found}
        describe={(row) => [textOf(row, 'id'), String(stateOf(row).value), textOf(row, 'userName'), creationText(row)]}
        slot="detalle:codigo"
      />
      {knownText !== undefined && (
        <CopyButton
          label="Copiar"
          name={`Copiar codigo: ${knownText}`}
          read={() => copiedTexts([knownText], `Se copió el codigo ${knownText}`)}
        />
      )}
      <DetailFooter
        lists={redeemed && text !== undefined ? [codeList.load, selectRedemptions] : [codeList.load]}
        other={{ loadedAt: undefined, isLoading: life.isLoading, fault: life.fault }}
      />
    </>
  )
}

function labelOf({ action }: StaffAction): string {
  return action === 'create' ? 'Creado' : action === 'restore' ? 'Restaurado' : 'Eliminado'
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
