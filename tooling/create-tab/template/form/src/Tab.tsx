import type { TabProps, TabView } from '@canje/shared-auth'
import {
  ActionButton,
  allRows,
  type Fault,
  faultOf,
  InputText,
  pointsText,
  RetryButton,
  sentenceOf,
  TabRoot,
  useTab,
} from '@canje/shared-ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type User, userList } from './users'

const MAX_USERS = 10

/** {{label}}: a form, with a page for its result that the back button leaves. */
export default function Tab(props: TabProps) {
  const [page, open] = usePage(props.view)
  const [found, setFound] = useState<readonly User[]>()
  return (
    <TabRoot {...props}>
      {/* A link has no result, nor has a reloaded page. */}
      {page === 'resultado' && found ? (
        <Result users={found} onBack={() => open('')} />
      ) : (
        <SearchForm
          isReturn={found !== undefined}
          onFound={(users) => {
            setFound(users)
            open('resultado')
          }}
        />
      )}
    </TabRoot>
  )
}

/** The page of the tab in the URL, and a function that opens another one. */
function usePage(view: TabView): [page: string, open: (page: string) => void] {
  const [shown, setShown] = useState({ page: view.params, opening: view.opening })
  // By a link, or by the back button.
  if (view.opening !== shown.opening) setShown({ page: view.params, opening: view.opening })
  const open = (page: string) => {
    setShown({ page, opening: view.opening })
    view.push(page)
  }
  return [shown.page, open]
}

interface FormProps {
  /** Whether the person comes back from a result. */
  isReturn: boolean
  onFound: (users: readonly User[]) => void
}

function SearchForm({ isReturn, onFound }: FormProps) {
  const { notify } = useTab()
  const [isBusy, setBusy] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const [failure, setFailure] = useState<Fault>()
  const request = useRef<AbortController>(null)
  useEffect(() => () => request.current?.abort(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setEmpty(name === '')
    if (name === '') return
    setBusy(true)
    setFailure(undefined)
    request.current = new AbortController()
    const { signal } = request.current
    try {
      onFound(await usersNamed(name, signal))
    } catch (error) {
      if (signal.aborted) return
      setFailure(faultOf(error))
      notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <label htmlFor="{{id}}-name">Nombre</label>{' '}
      <InputText
        id="{{id}}-name"
        name="name"
        maxLength={50}
        aria-describedby="{{id}}-error"
        aria-invalid={isEmpty}
        ref={isReturn ? focusOn : undefined}
      />{' '}
      <ActionButton type="submit" label="Buscar" busy={isBusy} />
      <p id="{{id}}-error">{isEmpty && 'Escriba un nombre.'}</p>
      <p role="status">{failure && sentenceOf(failure)}</p>
      {/* The network may ask for a sign-in, which needs a page. */}
      <RetryButton fault={failure} />
    </form>
  )
}

function Result({ users, onBack }: { users: readonly User[]; onBack: () => void }) {
  return (
    <section aria-label="Resultado" tabIndex={-1} ref={focusOn}>
      <ActionButton label="Otra búsqueda" onPress={onBack} />
      {users.length === 0 && <p>No hay usuarios con ese nombre.</p>}
      <ul>
        {users.map(({ id, name, total_points }) => (
          <li key={String(id)}>{`${name}: ${pointsText(total_points)}`}</li>
        ))}
      </ul>
    </section>
  )
}

/** What had the focus is gone, and the browser would begin at the top of the page. */
const focusOn = (element: HTMLElement | null) => element?.focus()

async function usersNamed(search: string, signal: AbortSignal): Promise<readonly User[]> {
  const store = await userList.load({ filter: undefined, signal, onArrival: () => undefined })
  const query = { ...allRows, search, columns: [{ field: 'name' }] }
  try {
    return (await store.page({ query, first: 0, size: MAX_USERS })).rows
  } finally {
    store.close()
  }
}
