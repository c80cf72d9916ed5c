-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "process" TEXT NOT NULL,
    CONSTRAINT "leases_process_fkey" FOREIGN KEY ("process") REFERENCES "processes" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "leases_process_idx" ON "leases"("process");
