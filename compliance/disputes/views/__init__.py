"""The pages of disputes: the players' and the back office's."""
