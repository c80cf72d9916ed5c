-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL,
    "process" TEXT NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "leases_process_idx" ON "leases"("process");

-- AddForeignKey
ALTER TABLE "leases" ADD CONSTRAINT "leases_process_fkey" FOREIGN KEY ("process") REFERENCES "processes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The newest of several connections of one key has the greatest number.
CREATE SEQUENCE "connection_numbers";
