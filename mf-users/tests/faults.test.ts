import { describeFaults, type Read } from '@canje/tab-testing'
import PersonDetail from '../src/detail/PersonDetail'
import { users } from './tab'

const details: Read = {
  hasToast: false,
  press: (user) => user.click(document.querySelector('td a') ?? document.body),
}

describeFaults({ ...users, extensions: { 'detalle:usuario': PersonDetail }, reads: { details } })
