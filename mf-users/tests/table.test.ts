import { describeTable } from 'tab-testing'
import { users } from './tab'

describeTable(users)
