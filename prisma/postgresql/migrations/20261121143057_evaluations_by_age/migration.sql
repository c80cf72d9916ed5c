-- CreateIndex
CREATE INDEX "evaluations_created_idx" ON "evaluations"("created");
