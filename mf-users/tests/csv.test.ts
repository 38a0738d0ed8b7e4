import { describeCsv } from '@canje/tab-testing'
import { users } from './tab'

describeCsv(users)
