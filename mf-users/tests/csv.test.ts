import { describeCsv } from 'tab-testing'
import { users } from './tab'

describeCsv(users)
