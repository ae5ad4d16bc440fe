-- Printed from the declarations by `npm run migrate:draft`; read before it is committed.

-- admin

-- master-data

-- suppliers

-- operations

-- stock

-- issuing

-- planning

-- purchasing

-- receiving

-- References, composite with the tenant
