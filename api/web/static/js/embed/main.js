/** later */
